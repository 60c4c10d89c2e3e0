// Fills a NodeBB with a community, by its own functions; run in its folder, after its setup:
//   node seed.cjs USERS TOPICS POSTS [BATCH]
// Each of BATCH (1, 2, ...) adds as much again. Prints what it has made, as JSON.
const { from, open } = require('./open.cjs')

const [users, topics, posts, batch = 1] = process.argv.slice(2).map(Number)
const FOUR_WEEKS_MS = 28 * 86_400_000
/** A post is dozens of statements, one after the other. */
const AT_ONCE = 12

/** Works on so many numbers at once. */
async function forEach(count, work) {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function main() {
  await open()
  const made = { sections: 0, users: 0, threads: 0, posts: 0, edits: 0, votes: 0, links: 0, bans: 0 }
  const [User, Topics, Posts, Categories, Groups] = ['user', 'topics', 'posts', 'categories', 'groups'].map(
    (name) => from(`src/${name}`),
  )
  const cids = await makeCategories(Categories, made)
  const uids = await makeUsers(User, made)
  await makeTopics({ Topics, Posts }, cids, uids, made)
  if (batch === 1) await makeSecret({ Categories, Topics }, uids)
  if (batch === 1) await makeActs({ User, Groups }, cids, uids, made)
  console.log(JSON.stringify({ ...made, password: 'a nodebb password' }))
  process.exit(0)
}

/** Four, each with two below it, each of which has one: twenty, three deep. */
async function makeCategories(Categories, made) {
  if (batch > 1) {
    const all = await Categories.getAllCategoryFields(['cid', 'name'])
    return all.filter(({ name }) => /^Area/.test(name)).map(({ cid }) => cid)
  }
  const cids = []
  const make = async (name, parentCid = 0) => {
    const { cid } = await Categories.create({ name, description: 'About it', parentCid })
    cids.push(cid)
    made.sections += 1
    return cid
  }
  for (let area = 1; area <= 4; area++) {
    const top = await make(`Area ${area}`)
    for (let part = 1; part <= 2; part++) {
      const middle = await make(`Area ${area} part ${part}`, top)
      await make(`Area ${area} part ${part} corner`, middle)
    }
  }
  return cids
}

/** What guests cannot read. It is not counted: nobody may find it after the move. */
async function makeSecret({ Categories, Topics }, uids) {
  const { cid } = await Categories.create({ name: 'Staff room', description: 'Not for guests' })
  await from('src/privileges').categories.rescind(['groups:read', 'groups:topics:read'], cid, ['guests'])
  await Topics.post({ uid: uids[0], cid, title: 'Among ourselves', content: 'Nobody else may read this.' })
}

const nameOf = (number) => ['Ada Love', 'grace', 'Ünal', 'ТестЮзер', 'o.neil'][number] ?? `member ${number}`

async function makeUsers(User, made) {
  const uids = []
  await forEach(users, async (number) => {
    const name = batch === 1 ? nameOf(number) : `late ${batch} ${number}`
    const email = `member${batch}.${number}@old.example`
    const uid = await User.create(
      { username: name, password: 'a nodebb password', email },
      { emailVerification: 'skip' },
    )
    if (number % 2 === 0) {
      await User.setUserField(uid, 'email', email)
      await User.email.confirmByUid(uid)
    }
    uids[number] = uid
    made.users += 1
  })
  return uids
}

const SAMPLES = [
  'Just **bold**, _emphasis_, ~~gone~~ and `code`.',
  'A list:\n\n- one\n- two\n  - three\n\n1. first\n2. second',
  '```js\nconst a = `b` // [quote] ||x||\n```\nand after it',
  '> quoted\n> twice\n\nAn answer :smile: 😀',
  '![a cat](/assets/uploads/cat.png) and ![remote](https://images.example/dog.png "dog")',
  'Visit https://example.com/a_b(c) or <b>html</b> <script>alert(1)</script>',
  '| a | b |\n|---|---|\n| 1 | 2 |\n\n# A heading',
  'مرحبا بالعالم، هذا **نص** عربي',
  'こんにちは世界。**太字**です',
  'Special: [quote] @{x} ||bars|| a*b*c snake_case_name \\ 5 * 3',
]

async function makeTopics({ Topics, Posts }, cids, uids, made) {
  const admin = 1
  const pids = []
  const perTopic = Math.max(1, Math.round(posts / topics))
  let last = Date.now() - FOUR_WEEKS_MS
  const next = () => {
    last += 1000
    return last
  }
  await forEach(topics, async (topic) => {
    const uid = uids[topic % uids.length]
    const title = ['موضوع بالعربية', '日本語の話題'][topic] ?? `Topic ${batch}.${topic} about _things_`
    const { topicData, postData } = await Topics.post({
      uid,
      cid: cids[topic % cids.length],
      title,
      content: `${SAMPLES[topic % SAMPLES.length]} (topic ${topic})`,
      timestamp: next(),
    })
    made.threads += 1
    made.posts += 1
    pids.push(postData.pid)
    for (let reply = 1; reply < perTopic; reply++) {
      const other = pids[(topic * 7 + reply * 3) % pids.length]
      const links =
        reply % 5 === 0
          ? `\n\nSee [that post](/post/${other}) and http://127.0.0.1:4567/topic/${topicData.tid}/x/1`
          : ''
      const named = reply % 7 === 0 ? '@grace said:\n> hm\n\n' : ''
      made.links += links === '' ? 0 : 2
      const post = await Topics.reply({
        uid: uids[(topic + reply) % uids.length],
        tid: topicData.tid,
        content: `${named}${SAMPLES[(topic + reply) % SAMPLES.length]} (reply ${reply})${links}`,
        timestamp: next(),
      })
      made.posts += 1
      pids.push(post.pid)
      if (reply % 10 === 0) {
        await Posts.edit({
          uid: admin,
          pid: post.pid,
          content: `Edited: ${SAMPLES[reply % SAMPLES.length]}`,
          req: {},
        })
        made.edits += 1
      }
      if (reply % 11 === 0) await Posts.delete(post.pid, admin)
      if (reply % 6 === 0) {
        await Posts.upvote(post.pid, uids[(topic + reply + 1) % uids.length])
        made.votes += 1
      }
    }
    if (topic % 10 === 3) await Topics.tools.pin(topicData.tid, admin)
    if (topic % 10 === 4) await Topics.tools.lock(topicData.tid, admin)
    if (topic % 20 === 5) await Topics.tools.delete(topicData.tid, admin)
  })
}

async function makeActs({ User, Groups }, cids, uids, made) {
  for (const uid of uids.slice(-3)) {
    await User.bans.ban(uid, 0, 'Spam')
    made.bans += 1
  }
  await Groups.join('Global Moderators', uids[0])
  await Groups.join(`cid:${cids[0]}:privileges:moderate`, uids[1])
  await Groups.create({ name: 'helpers' })
  await Groups.join('helpers', uids[2])
  await Groups.join(`cid:${cids[1]}:privileges:groups:moderate`, 'helpers')
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
