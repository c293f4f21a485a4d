import { Button } from '@eclusa/ui/components/button.tsx'
import { Notice, Refusal } from '@eclusa/ui/components/notice.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import style from '@eclusa/ui/layout/error-page.module.css'
import { frame } from '@eclusa/ui/layout/layout-messages.ts'
import { Link, useRouter } from '@tanstack/react-router'
import { LogInFailed } from '../login/issuer.ts'
import { NotLoggedIn } from '../login/login-page.tsx'
import { room } from './messages.ts'

/** Error page: why, and what to do. */
export function Broken({ error }: { error: unknown }) {
  const { again } = useMessages(frame)
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
  const { missing, missingDetail } = useMessages(frame)
  const { toStart } = useMessages(room)
  return (
    <div className={style.room}>
      <Notice title={missing} action={<Link to="/endpoints">{toStart}</Link>}>
        {missingDetail}
      </Notice>
    </div>
  )
}
