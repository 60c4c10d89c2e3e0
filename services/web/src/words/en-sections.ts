export const sections = {
  description: 'Description',
  descriptionHint: 'What it is for, in up to 500 characters.',
  hasColour: 'Shown with a colour',
  colour: 'Colour',
  picture: 'Picture',
  pictureHint:
    'PNG, JPEG, GIF, WebP or AVIF, of 8 MB at most. The square in its middle is shown beside the name, the whole picture where somebody shares the address.',
  showPicture: 'Show this picture',
  removePicture: 'Show no picture',
  archived: 'Closed',
  isArchived: 'This section is closed. It can be read, and nobody writes here any more.',
  closing: 'Close this section',
  closingMeans:
    'If nothing is in it, it is deleted. If something is, it is closed with all that is below it: it leaves the front page, can be read, and nobody writes there any more.',
  isSure: 'Yes, close it.',
  close: 'Close',
  openAgain: 'Open it again',
  up: (name: string) => `Move “${name}” up`,
  down: (name: string) => `Move “${name}” down`,
  arrange: 'The arrows put sections in order; so does dragging them.',
}
