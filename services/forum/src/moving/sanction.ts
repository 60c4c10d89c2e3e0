/** A sanction as it is exported and imported; times in ISO 8601, UTC. */
export interface MovedSanction {
  id: string
  userId: string
  sectionId: string | null
  kind: 'Warning' | 'Mute'
  createdAt: string
  createdById: string
  deletedAt: string | null
  deletedById: string | null
  expiresAt: string | null
  reason: string
  internalNote: string
}
