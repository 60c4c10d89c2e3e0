import { must } from '../../api.ts'
import { redirect } from '../../http/outcome.ts'
import type { Writer } from '../../http/pages.ts'

export const markAllRead: Writer = async ({ api }) => {
  await must(api.POST('/api/v1/forum/read_floor', { body: {} }))
  return redirect('/')
}
