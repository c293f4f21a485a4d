import type { Settings } from '../../platform/config/settings.ts'
import type { infractionSettings } from './settings.ts'

type Reminder = Pick<Settings<typeof infractionSettings>, 'INFRACTION_REMINDER_DAYS'>

/** The period for the institution's answer to DICT. */
const ANSWER_DAYS = 7
const DAY_MS = 86_400_000

export const dueAt = (createdAt: Date) => new Date(createdAt.getTime() + ANSWER_DAYS * DAY_MS)

/** The time of the client's reminder, never before the notification arrived. */
export const remindAt = (createdAt: Date, { INFRACTION_REMINDER_DAYS: days }: Reminder) =>
  new Date(createdAt.getTime() + Math.max(0, ANSWER_DAYS - days) * DAY_MS)
