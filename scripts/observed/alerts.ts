import type { Alert } from './alert.ts'
import { houseAlerts } from './alerts-of-house.ts'
import { partnerAlerts } from './alerts-of-partners.ts'
import { workAlerts } from './alerts-of-work.ts'
import { objectiveAlerts } from './objectives.ts'

/** Every alert, by subject: the groups of the rules. */
export const alertGroups = [
  { name: 'eclusa objectives', alerts: objectiveAlerts },
  { name: 'eclusa work', alerts: workAlerts },
  { name: 'eclusa partners', alerts: partnerAlerts },
  { name: 'eclusa house', alerts: houseAlerts },
] satisfies { name: string; alerts: Alert[] }[]

type Declared = (typeof alertGroups)[number]['alerts'][number]
export type AlertName = Declared['name']

export const alerts: Declared[] = alertGroups.flatMap((group): Declared[] => group.alerts)
