/** The texts of the page on which a browser's language, zone and colours are chosen. */
export const preferences = {
  language: 'Language',
  zone: 'Time zone',
  zoneHint: 'All times are shown in this zone; if you are signed in, on each of your devices and in mails.',
  deviceZone: 'That of each device',
  continents: {
    Africa: 'Africa',
    America: 'America',
    Antarctica: 'Antarctica',
    Arctic: 'Arctic',
    Asia: 'Asia',
    Atlantic: 'Atlantic Ocean',
    Australia: 'Australia',
    Europe: 'Europe',
    Indian: 'Indian Ocean',
    Pacific: 'Pacific Ocean',
  },
  scheme: 'Colours',
  schemes: { system: 'As the device has them', light: 'Light', dark: 'Dark' },
  saved: 'Saved for this browser.',
}
