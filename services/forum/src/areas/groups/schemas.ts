import { KEY_PATTERN } from '@agora/shared/contracts/audience'
import { listing, MAX_PAGE, pageQuery } from '@agora/shared/contracts/pagination'
import { described, ShortUser, text, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

export const GroupParams = Type.Object({ key: Type.String({ description: 'The group’s key.' }) })
export const GroupMemberParams = Type.Object({
  ...GroupParams.properties,
  user_id: Type.String({ description: 'The member’s id.' }),
})

export const Group = Type.Object({
  type: Type.Literal('ForumGroup'),
  id: described(Uuid, 'Another one if the group was deleted and made again.'),
  key: Type.String({ pattern: KEY_PATTERN, description: 'The group’s handle.' }),
  display_name: Type.String({ description: 'The group’s name.' }),
  members: Type.Object(
    { count: Type.Integer({ description: 'Their number.' }) },
    { description: 'Who is in it.' },
  ),
})
export type Group = Static<typeof Group>

export const GroupQuery = pageQuery(MAX_PAGE)
export const GroupListing = listing(Group)
export type GroupListing = Static<typeof GroupListing>
export const GroupMembers = listing(ShortUser)
export type GroupMembers = Static<typeof GroupMembers>

export const GroupInput = Type.Object(
  { display_name: described(text(1, 128), 'The group’s name.') },
  { examples: [{ display_name: 'Testers' }] },
)
export type GroupInput = Static<typeof GroupInput>
