import { OwnMenu } from '../../desk/frame/own-menu.tsx'
import { useWords } from '../../desk/words/language.ts'
import { leave } from '../login/log-in.ts'
import { session } from '../login/session.ts'
import { room } from './words.ts'

const SHORT = 8

/** The user whose data is shown. */
export function PersonMenu() {
  const { user } = useWords(room)
  const { name = '', user_id = '' } = session.use() ?? {}
  return <OwnMenu name={name} told={`${user} …${user_id.slice(-SHORT)}`} onLeave={() => void leave()} />
}
