// Fills a NodeBB for the comparison, by its own functions; run in its folder, after its setup:
//   node nodebb-seed.cjs TOPICS POSTS TEXT
// TOPICS topics in one category, the last of which has POSTS posts, all with this text. Prints where they are, as JSON.
const { from, open } = require('../../tests/peers/nodebb/open.cjs')

async function main() {
  const [topics, posts, content] = process.argv.slice(2)
  await open()
  const [User, Topics, Categories, utils, meta] = ['user', 'topics', 'categories', 'api/utils', 'meta'].map(
    (name) => from(`src/${name}`),
  )
  // For the server too: what is measured is how fast it is, not how patient.
  await meta.configs.setMultiple({ initialPostDelay: 0, postDelay: 0, newbiePostDelay: 0, postQueue: 0 })
  const category = await Categories.create({ name: 'Off topic', description: '' })
  const member = { username: 'writer', password: 'a long password', email: 'writer@old.example' }
  const uid = await User.create(member, { emailVerification: 'skip' })
  const made = []
  for (let number = 0; number < Number(topics); number++) {
    const { topicData } = await Topics.post({ uid, cid: category.cid, title: `Thread ${number}`, content })
    made.push(topicData)
  }
  const read = made.at(-1)
  for (let number = 1; number < Number(posts); number++) await Topics.reply({ uid, tid: read.tid, content })
  console.log(
    JSON.stringify({
      section: `/api/category/${category.slug}`,
      thread: `/api/topic/${read.slug}`,
      replies: `/api/v3/topics/${made[0].tid}`,
      token: await utils.tokens.generate({ uid, description: 'The comparison' }),
    }),
  )
  process.exit(0)
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
