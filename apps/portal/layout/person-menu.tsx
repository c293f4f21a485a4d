import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { OwnMenu } from '@eclusa/ui/layout/own-menu.tsx'
import { leave } from '../login/log-in.ts'
import { session } from '../login/session.ts'
import { room } from './messages.ts'

const SHORT = 8

/** The user whose data is shown. */
export function PersonMenu() {
  const { user } = useMessages(room)
  const { name = '', user_id = '' } = session.use() ?? {}
  return <OwnMenu name={name} told={`${user} …${user_id.slice(-SHORT)}`} onLeave={() => void leave()} />
}
