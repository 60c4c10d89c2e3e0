import { plural } from './en-plural.ts'

export const search = {
  title: 'Search',
  words: 'Search for',
  hint: 'Words, "exact phrases", -excluded words, alternatives with “or”.',
  where: 'Where',
  places: { '': 'Titles and posts', posts: 'Posts', titles: 'Titles' },
  order: 'Order',
  orders: { '': 'Best first', newest: 'Newest first' },
  from: 'From',
  to: 'To',
  author: 'Author',
  authorHint: 'How the member’s name begins.',
  by: 'By',
  inThread: 'In',
  everywhere: 'Search everywhere',
  byAnybody: 'By anybody',
  more: 'More filters',
  which: 'Which one?',
  nobody: 'No member has a name that begins so.',
  find: 'Search',
  found: (count: number) => (count >= 1_000 ? '1,000 results or more' : plural(count, 'result', 'results')),
  foundIn: (count: number) => `Found in ${plural(count, 'thread', 'threads')}`,
  others: (count: number) => plural(count, 'more result in this thread', 'more results in this thread'),
  nothing: 'Nothing was found. Try fewer or different words.',
  unclear: 'Enter 2 to 200 characters, with at least one word that is not excluded.',
}

export const finding = {
  jump: {
    title: 'Jump to …',
    number: (count: number) => `Post number, of ${count}`,
    date: 'Or date',
    go: 'Jump',
  },
}
