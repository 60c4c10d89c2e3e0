/** Stands in for the variable; a UUID needs no escaping in any part of a URL. */
const SAMPLE = '01890000-0000-7000-8000-000000000000'
/** What RFC 6570 allows between its expressions, besides letters beyond ASCII. */
const literals =
  /^[!#$&()*+,\-./0-9:;=?@A-Z[\]_a-z~\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{ffef}\u{10000}-\u{10fffd}]*$/u
const escapes = /%[0-9A-Fa-f]{2}/g

/**
 * Whether `value` is an RFC 6570 template of an http or https URL with `{user_id}`, its only expression, in the path.
 * It may stand again in the query or fragment; never before the path, where it would choose the host.
 */
export function isUserUriTemplate(value: string): boolean {
  const parts = value.split('{user_id}')
  if (!parts.every((part) => literals.test(part.replaceAll(escapes, '')))) return false
  const expanded = parts.join(SAMPLE)
  if (!URL.canParse(expanded)) return false
  const { protocol, username, password, host, pathname } = new URL(expanded)
  return (
    (protocol === 'https:' || protocol === 'http:') &&
    username === '' &&
    password === '' &&
    !host.includes(SAMPLE) &&
    pathname.includes(SAMPLE)
  )
}
