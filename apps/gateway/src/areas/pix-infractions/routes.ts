import { answerInfractionNotification } from './answer-notification.ts'
import { getInfractionNotification } from './get-notification.ts'
import { listInfractionNotifications } from './list-notifications.ts'

export const infractionRoutes = [listInfractionNotifications, getInfractionNotification, answerInfractionNotification]
