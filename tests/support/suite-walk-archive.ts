import type { Row, Walk } from './suite-rows.ts'

/** A game's accounts: one archived, two with unreadable links, one unknown. */
const archived = (letter: 'A' | 'B' | 'C', place: string): readonly Row[] => [
  ['shows an account', 'guest', `/archive/${place}/users/1`, { type: `Game${letter}User`, id: '1' }],
  ['knows nothing of others', 'guest', `/archive/${place}/users/4`, `404 Game${letter}UserNotFound`],
  ['tells that the linked member is unknown', 'guest', `/archive/${place}/users/2`, '404 GetLinkedSvc'],
  ['tells that who linked is unknown', 'guest', `/archive/${place}/users/3`, '404 GetSvcLinkedBy'],
]

/** A field's periods: of an archived one, of an unknown field, and of a record that is not archived. */
const periods = (
  record: string,
  field: string,
  missing?: readonly [path: string, error: string],
): readonly Row[] => [
  [
    'tells a field’s periods',
    'guest',
    `/archive/${record}/history?field=${field}`,
    { type: 'ArchivePeriods', field },
  ],
  ['knows no such field', 'guest', `/archive/${record}/history?field=nothing`, '404 FieldNotFound'],
  ...(missing
    ? [
        [
          'knows nothing of others',
          'guest',
          `/archive/${missing[0]}/history?field=${field}`,
          `404 ${missing[1]}`,
        ] as const,
      ]
    : []),
]

/** The archive of the games. */
export const archiveWalk: Walk = {
  listArchivedRecords: [
    ['lists accounts and creatures', 'guest', '/archive/records?type=GameAUser', { type: 'ArchivedRecords' }],
    ['knows no such type', 'guest', '/archive/records?type=Nothing', '400 invalid `type` query parameter'],
  ],
  getGameAUser: archived('A', 'game_a/{server_a}'),
  getGameBUser: archived('B', 'game_b/{server_b}'),
  getGameCUser: archived('C', 'game_c'),
  getGameACreature: [
    ['shows a creature', 'guest', '/archive/game_a/{server_a}/creatures/1', { type: 'GameACreature' }],
    [
      'knows nothing of others',
      'guest',
      '/archive/game_a/{server_a}/creatures/2',
      '404 GameACreatureNotFound',
    ],
  ],
  getGameCScores: [['shows scores', 'guest', '/archive/game_c/users/1/scores', []]],
  getGameCRewards: [
    ['shows rewards', 'guest', '/archive/game_c/users/1/rewards/1', { stats: [], rewards: [] }],
  ],
  getGameAUserHistory: periods('game_a/{server_a}/users/1', 'coins', [
    'game_a/{server_a}/users/4',
    'GameAUserNotFound',
  ]),
  getGameACreatureHistory: periods('game_a/{server_a}/creatures/1', 'name', [
    'game_a/{server_a}/creatures/2',
    'GameACreatureNotFound',
  ]),
  getGameBUserHistory: periods('game_b/{server_b}/users/1', 'inventory', [
    'game_b/{server_b}/users/4',
    'GameBUserNotFound',
  ]),
  getGameCUserHistory: periods('game_c/users/1', 'links', ['game_c/users/4', 'GameCUserNotFound']),
  getGameCScoresHistory: periods('game_c/users/1/scores', 'scores'),
  getGameCRewardsHistory: periods('game_c/users/1/rewards/1', 'rewards'),
}
