import type { Visit } from '../../http/visit.ts'

/** What may be sent: the API looks at the content. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/gif,image/webp,image/avif'

/** Below the text of a post: what becomes of the pictures that `pictures.js` sends, and those that it has sent. */
export const Pictures = ({ visit: { words } }: { visit: Visit }) => {
  const { pictures } = words.composer
  return (
    <div class="pictures" data-pictures={JSON.stringify(pictures)}>
      <input type="file" accept={PICTURE_TYPES} multiple hidden />
      <p class="meta" role="status"></p>
      <ul aria-label={pictures.sent} hidden></ul>
    </div>
  )
}
