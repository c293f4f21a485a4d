import type { Dict } from './dict.ts'

/**
 * Indirect participants reach DICT through a direct one, with its connection and signature. Each request names the
 * participant it is made for, and DICT returns that participant's data.
 */
export function asParticipant(dict: Dict, participant: string | null): Dict {
  return participant === null || participant === dict.participant ? dict : { ...dict, participant, indirect: [] }
}

/** The participant for which a payment of ours is contested: the one in its end-to-end id, if we represent it. */
export function asPayer(dict: Dict, end_to_end_id: string): Dict {
  const maker = end_to_end_id.slice(1, 9)
  return asParticipant(dict, dict.indirect.includes(maker) ? maker : null)
}

/** Adds the indirect participants to a list query. Omitted when there are none, which is BACEN's default. */
export const withIndirect = ({ indirect }: Dict) => ({
  include_indirect_participants: indirect.length > 0 ? true : undefined,
})
