import { described, ShortUser, Timestamp, text, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'

const MAX_USES = 1_000
const MAX_DAYS = 90

const head = {
  type: Type.Literal('Invitation'),
  id: described(Uuid, 'The invitation’s id.'),
  created_by: described(ShortUser, 'Who made it.'),
  created_at: described(Timestamp, 'When it was made.'),
  expires_at: described(Timestamp, 'Until when it can be used.'),
  note: Type.String({ description: 'For whom it is, in its maker’s words.' }),
  most_uses: Type.Integer({ description: 'How many people can register by it.' }),
  uses: Type.Integer({ description: 'How many have.' }),
}

export const Invitation = Type.Object(head)
export type Invitation = Static<typeof Invitation>

export const NewInvitation = Type.Object({
  ...head,
  token: Type.String({ description: 'What `POST /users` takes as `invitation`. Told this once.' }),
})
export type NewInvitation = Static<typeof NewInvitation>

export const Invitations = Type.Object({
  items: Type.Array(Invitation, { description: 'The newest 200, those that have ended for 30 days.' }),
})
export type Invitations = Static<typeof Invitations>

export const InvitationInput = Type.Object(
  {
    most_uses: Type.Integer({
      minimum: 1,
      maximum: MAX_USES,
      default: 1,
      description: 'How many people can register by it.',
    }),
    days: Type.Integer({
      minimum: 1,
      maximum: MAX_DAYS,
      default: 7,
      description: 'For how many days it can be used.',
    }),
    note: Type.Optional(described(text(0, 200), 'For whom it is.')),
  },
  { additionalProperties: false, examples: [{ most_uses: 5, days: 7, note: 'The guild' }] },
)
export type InvitationInput = Static<typeof InvitationInput>

export const InvitationParams = Type.Object({
  invitation_id: Type.String({ description: 'Id of the invitation.' }),
})
