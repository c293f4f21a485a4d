import type { Dict } from './dict.ts'

/**
 * Indirect participants reach DICT through a direct one: its connection and its signature, but each request names the
 * participant it is made for, and DICT answers what is that participant's.
 */
export function asParticipant(dict: Dict, participant: string | null): Dict {
  return participant === null || participant === dict.participant ? dict : { ...dict, participant, indirect: [] }
}

/** For whom a payment of ours is contested: the participant that made its id, where that is one we speak for. */
export function asPayer(dict: Dict, end_to_end_id: string): Dict {
  const maker = end_to_end_id.slice(1, 9)
  return asParticipant(dict, dict.indirect.includes(maker) ? maker : null)
}

/** What a list is asked for besides our own. Left out where there is nothing besides, as BACEN's default has it. */
export const withIndirect = ({ indirect }: Dict) => ({
  include_indirect_participants: indirect.length > 0 ? true : undefined,
})
