import type { Sighting, Timeline } from '../observations/sighting.ts'
import type { ArchivedRecord } from './archived-record.ts'

/** Late sightings of a record, in order. */
export interface Late {
  record: ArchivedRecord
  sightings: readonly Sighting[]
}

/** The same with what is known of the record. */
export interface LateRecord extends Late {
  timeline: Timeline
}
