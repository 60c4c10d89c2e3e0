import { DeleteObjectsCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { MANIFEST } from './manifest.mjs'

/** The size of an upload's part, in bytes: with ten thousand of them a table may have 160 GB. */
const PART_BYTES = 16 * 1024 * 1024
const AT_ONCE = 2
/** The most that one request may delete. */
const MAX_DELETED = 1_000

/** From the variables of AWS's own tools; other stores are named by their endpoint and addressed by path. */
function connect() {
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL
  return new S3Client({
    region: process.env.AWS_REGION ?? 'us-east-1',
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Stores other than Amazon's lack its newer checksums; ours are in the manifest.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/**
 * The objects below a prefix of a bucket in an S3-compatible store.
 *
 * @param {string} bucket
 * @param {string} prefix
 */
export function bucketAt(bucket, prefix) {
  const client = connect()
  const under = prefix === '' ? '' : `${prefix}/`
  /** @param {string} file */
  const keyOf = (file) => `${under}${file}`

  /**
   * Keys below the prefix, in order.
   *
   * @param {string} start
   */
  async function keysBelow(start, most = Number.POSITIVE_INFINITY) {
    const keys = []
    /** @type {string | undefined} */
    let next
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: start,
          ...(next === undefined ? {} : { ContinuationToken: next }),
        }),
      )
      keys.push(...(page.Contents ?? []).map(({ Key = '' }) => Key))
      next = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (next !== undefined && keys.length < most)
    return keys
  }

  return {
    name: `s3://${bucket}/${prefix}`,
    isEmpty: async () => (await keysBelow(under, 1)).length === 0,

    /**
     * @param {string} file
     * @param {import('node:stream').Readable} content
     */
    write: async (file, content) => {
      const params = { Bucket: bucket, Key: keyOf(file), Body: content }
      await new Upload({ client, params, partSize: PART_BYTES, queueSize: AT_ONCE }).done()
    },

    read: async (/** @type {string} */ file) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(file) }))
      return /** @type {import('node:stream').Readable} */ (Body)
    },

    /** The backups below the prefix, oldest first. */
    backups: async () => {
      const files = (await keysBelow(under)).map((key) => key.slice(under.length))
      const names = [...new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]))]
      return names.sort().map((name) => ({ name, isComplete: files.includes(`${name}/${MANIFEST}`) }))
    },

    /** The manifest goes first, so that an interrupted deletion leaves no backup. */
    remove: async (/** @type {string} */ name) => {
      const keys = await keysBelow(keyOf(`${name}/`))
      const manifest = keyOf(`${name}/${MANIFEST}`)
      const rest = keys.filter((key) => key !== manifest)
      const batches = [keys.filter((key) => key === manifest)]
      while (rest.length > 0) batches.push(rest.splice(0, MAX_DELETED))
      for (const batch of batches.filter(({ length }) => length > 0)) {
        const Objects = batch.map((Key) => ({ Key }))
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects } }),
        )
        if (Errors.length > 0)
          throw new Error(`${Errors[0]?.Key} could not be removed: ${Errors[0]?.Message}`)
      }
    },
  }
}
