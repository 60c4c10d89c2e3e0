/** Whether an Accept-Encoding header names this coding and does not refuse it (RFC 9110, 12.5.3). */
export function takesCoding(header: string | undefined, coding: string): boolean {
  return (header ?? '').split(',').some((part) => {
    const [name, weight = ''] = part.split(';').map((one) => one.trim().toLowerCase())
    return name === coding && !/^q=0(\.0*)?$/.test(weight)
  })
}
