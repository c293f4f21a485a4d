import type { Alert } from './alert.ts'
import { houseAlerts } from './gateway-alerts.ts'
import { workAlerts } from './job-alerts.ts'
import { objectiveAlerts } from './objectives.ts'
import { partnerAlerts } from './partner-alerts.ts'

/** Every alert, by subject: the groups of the rules. */
export const alertGroups = [
  { name: 'eclusa objectives', alerts: objectiveAlerts },
  { name: 'eclusa work', alerts: workAlerts },
  { name: 'eclusa partners', alerts: partnerAlerts },
  { name: 'eclusa house', alerts: houseAlerts },
] satisfies { name: string; alerts: Alert[] }[]

type DeclaredAlert = (typeof alertGroups)[number]['alerts'][number]
export type AlertName = DeclaredAlert['name']

export const alerts: DeclaredAlert[] = alertGroups.flatMap((group): DeclaredAlert[] => group.alerts)
