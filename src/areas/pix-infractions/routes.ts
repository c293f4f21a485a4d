import type { Dict } from '../../partners/dict/dict.ts'
import { answerInfractionNotification } from './answer-notification.ts'
import { getInfractionNotification } from './get-notification.ts'
import { listInfractionNotifications } from './list-notifications.ts'

export const infractionRoutes = (services: { dict: Dict | undefined }) => [
  listInfractionNotifications,
  getInfractionNotification,
  answerInfractionNotification(services),
]
