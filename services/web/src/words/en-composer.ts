/** The texts around the editor of posts. */
export const composer = {
  tools: 'Formatting',
  marks: {
    strong: 'Bold',
    emphasis: 'Italic',
    list: 'List',
    quote: 'Quotation',
    code: 'Code',
    link: 'Link',
    spoiler: 'Spoiler',
    picture: 'Picture',
  },
  shortcut: (mark: string, key: string) => `${mark} (Ctrl+${key})`,
  completions: 'To complete what you write',
  byHand: {
    title: 'Add a picture',
    alt: 'What it shows',
    altHint: 'In words, for whoever does not see it.',
    picture: 'File',
    add: 'Put it at the end of the text',
  },
  pictures: {
    sent: 'Pictures that you have sent',
    sending: 'Sending {name}: {percent} %',
    placed: 'The picture is in the text: write what it shows between the brackets.',
    remove: 'Delete',
    removed: 'The picture is deleted.',
    waits: 'A picture is still on its way. Send the post when it is there.',
    refused: {
      401: 'You are signed out. Sign in again in another window, then send the picture once more.',
      413: '{name} is larger than 8 MB. Make it smaller, and send it again.',
      415: '{name} is no picture that can be shown. PNG, JPEG, GIF, WebP and AVIF can.',
      422: '{name} cannot be shown: it is broken, or has too many pixels or frames.',
      429: 'You have sent as many pictures as you may for now. Try again tomorrow, or delete some.',
      other: '{name} could not be sent. Try again in a moment.',
    },
  },
}
