import type { Schemas } from '../../api/client.ts'
import type { Contradictions, Facts } from '../contradiction.ts'
import { isSameName } from './same-name.ts'

export type AccountFact = 'ruleBroken' | 'otherHolder' | 'sameHolder' | 'clientRejected'

export const accountContradictions: Contradictions<AccountFact> = {
  ACTIVE: ['ruleBroken', 'otherHolder', 'clientRejected'],
  anotherPerson: ['sameHolder'],
}

export function accountFacts({ account, client, revealed }: Schemas['AccountCase']): Facts<AccountFact> {
  // Masked names cannot be compared.
  const holder = revealed ? account.account_name : undefined
  const isSame = holder !== undefined && isSameName(holder, client.name)
  return {
    ruleBroken: account.rules_broken.length > 0,
    otherHolder: holder !== undefined && !isSame,
    sameHolder: isSame,
    clientRejected: client.status === 'REJECTED',
  }
}
