/** The texts about the registry's applications. */
export const games = {
  title: 'Games and applications',
  about: 'Where to play, and what else belongs to this community.',
  none: 'There are no games or applications here yet.',
  archive: 'The archive of games',
  play: (name: string) => `Play ${name}`,
  open: (name: string) => `Open ${name}`,
  kinds: { Platform: 'Platform', Game: 'Game', Other: 'Application' },
  statuses: { Beta: 'Beta', Alpha: 'Alpha', Dev: 'In development' },
  ratings: { Teen: 'For teenagers and adults', Adult: 'For adults' },
}
