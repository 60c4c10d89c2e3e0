import { sizes } from '../data/sizes.mjs'

const WIDTH = 860
const HEIGHT = 420
const [LEFT, RIGHT, TOP, BOTTOM] = [60, 340, 40, 50]
const COLOURS = [
  '#4269d0',
  '#efb118',
  '#ff725c',
  '#6cc5b0',
  '#3ca951',
  '#ff8ab7',
  '#a463f2',
  '#97bbf5',
  '#9c6b4e',
]

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * The curves of a measure over the number of posts, on a logarithmic scale.
 *
 * @param {import('./report.mjs').Growth[]} growth
 * @param {{ measure: import('./measure.mjs').Measure, title: string }} options
 */
export function growthPicture(growth, { measure, title }) {
  const names = growth[0].sizes.map(({ size }) => size)
  const posts = names.map((size) => Math.log10(sizes[size].posts))
  const top = Math.max(...growth.flatMap((one) => one.sizes.map((size) => size[measure]))) * 1.1
  const span = /** @type {number} */ (posts.at(-1)) - posts[0] || 1
  /** @param {number} value */
  const x = (value) => LEFT + ((value - posts[0]) / span) * (WIDTH - LEFT - RIGHT)
  /** @param {number} value */
  const y = (value) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM)
  /**
   * @param {number} left
   * @param {number} at
   * @param {string} words
   */
  const text = (left, at, words, rest = '') => `<text x="${left}" y="${at}" ${rest}>${escaped(words)}</text>`

  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(top * share)}" y2="${y(top * share)}" stroke="#ddd"/>`,
    text(LEFT - 8, y(top * share) + 4, (top * share).toFixed(top < 10 ? 1 : 0), 'text-anchor="end"'),
  ])
  const ticks = names.map((size, index) =>
    text(
      x(posts[index]),
      HEIGHT - BOTTOM + 20,
      `${sizes[size].posts.toLocaleString('en')} posts`,
      'text-anchor="middle"',
    ),
  )
  const curves = growth.flatMap(({ name, sizes: points }, index) => {
    const colour = COLOURS[index % COLOURS.length]
    const line = points
      .map((point, at) => `${x(posts[at]).toFixed(1)},${y(point[measure]).toFixed(1)}`)
      .join(' ')
    const legend = TOP + 20 * index
    return [
      `<polyline points="${line}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      `<rect x="${WIDTH - RIGHT + 15}" y="${legend - 9}" width="10" height="10" fill="${colour}"/>`,
      text(WIDTH - RIGHT + 32, legend, name),
    ]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(LEFT, 20, title, 'font-size="14"'),
    ...grid,
    ...ticks,
    ...curves,
    '</svg>',
    '',
  ].join('\n')
}
