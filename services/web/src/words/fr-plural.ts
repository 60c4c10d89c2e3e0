export const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('fr')} ${count < 2 ? one : many}`
