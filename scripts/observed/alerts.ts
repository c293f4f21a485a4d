import type { Alert } from './alert.ts'
import { houseAlerts } from './alerts-of-house.ts'
import { partnerAlerts } from './alerts-of-partners.ts'
import { workAlerts } from './alerts-of-work.ts'
import { objectiveAlerts } from './objectives.ts'

/** Every alert, by what it is about: the groups of the rules. */
export const alertGroups: { name: string; alerts: Alert[] }[] = [
  { name: 'eclusa objectives', alerts: objectiveAlerts },
  { name: 'eclusa work', alerts: workAlerts },
  { name: 'eclusa partners', alerts: partnerAlerts },
  { name: 'eclusa house', alerts: houseAlerts },
]

export const alerts: Alert[] = alertGroups.flatMap((group) => group.alerts)
