import S3rver from 's3rver'

// The store of `object-store.ts`, in a process of its own: it needs a cipher that Node has only for who asks for it.
const [directory, name = ''] = process.argv.slice(2)
const store = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name, configs: [] }],
})
process.on('disconnect', () => process.exit())
const { port } = await store.run()
process.send?.(port)
