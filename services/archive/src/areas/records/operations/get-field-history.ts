import { clampPage, type Page } from '@agora/shared/contracts/pagination'
import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { fieldsOf, type RecordKey } from '../../../observations/types.ts'
import { accessRecord } from '../authority.ts'
import type { ArchivePeriods } from '../schemas.ts'
import { findPeriods } from '../store-history.ts'
import { iso, valueView } from '../views.ts'

/**
 * The values of a record's field, and when it had them. A field that was never seen, even of a missing record, has no
 * periods.
 * @throws ApiError `notFound`, unless undefined, if nothing is archived there; FieldNotFound for an unknown field.
 */
export async function getFieldHistory(
  context: Context,
  place: RecordKey,
  notFound: ErrorDefinition | undefined,
  { field, ...requested }: Page & { field: string },
): Promise<ArchivePeriods> {
  const record = await accessRecord(context, place)
  if (!record && notFound) throw new ApiError(notFound)
  const names: readonly string[] = fieldsOf[place.type]
  if (!names.includes(field)) throw new ApiError(errors.fieldNotFound)
  const page = clampPage(requested)
  const retrieved = record?.latest[field]?.[2]
  if (!record || retrieved === undefined)
    return { type: 'ArchivePeriods', field, items: [], ...page, count: 0 }
  const { periods, count } = await findPeriods(context.db, record.id, place.type, field, page)
  const items = periods.map((period) => ({
    period: { start: iso(period.start), end: period.end === null ? null : iso(period.end) },
    retrieved: { latest: iso(period.retrieved ?? retrieved) },
    value: valueView(field, period.value),
  }))
  const isCut = items.length < Math.min(page.limit, count - page.offset)
  const limit = isCut ? items.length : page.limit
  return { type: 'ArchivePeriods', field, items, offset: page.offset, limit, count }
}
