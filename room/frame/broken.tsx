import { Link, useRouter } from '@tanstack/react-router'
import style from '../../desk/frame/broken.module.css'
import { frame } from '../../desk/frame/words.ts'
import { Button } from '../../desk/parts/button.tsx'
import { Notice, Refusal } from '../../desk/parts/notice.tsx'
import { useWords } from '../../desk/words/language.ts'
import { NotLoggedIn } from '../login/door.tsx'
import { LogInFailed } from '../login/issuer.ts'
import { room } from './words.ts'

/** Error page: why, and what to do. */
export function Broken({ error }: { error: unknown }) {
  const { again } = useWords(frame)
  const router = useRouter()
  if (error instanceof LogInFailed) return <NotLoggedIn error={error} />
  const retry = (
    <Button icon="refresh" onClick={() => void router.invalidate()}>
      {again}
    </Button>
  )
  return (
    <div className={style.room}>
      <Refusal error={error} action={retry} />
    </div>
  )
}

export function Missing() {
  const { missing, missingDetail } = useWords(frame)
  const { toStart } = useWords(room)
  return (
    <div className={style.room}>
      <Notice title={missing} action={<Link to="/endpoints">{toStart}</Link>}>
        {missingDetail}
      </Notice>
    </div>
  )
}
