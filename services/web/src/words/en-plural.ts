/** Kept: making one takes longer than a page's other words together. */
const number = new Intl.NumberFormat('en')

export const plural = (count: number, one: string, many: string): string =>
  `${number.format(count)} ${count === 1 ? one : many}`
