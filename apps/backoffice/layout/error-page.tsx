import { Button } from '@eclusa/ui/components/button.tsx'
import { Notice, Refusal } from '@eclusa/ui/components/notice.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import style from '@eclusa/ui/layout/error-page.module.css'
import { frame } from '@eclusa/ui/layout/layout-messages.ts'
import { Link, useRouter } from '@tanstack/react-router'

/** Error page: why, and what to do. */
export function Broken({ error }: { error: unknown }) {
  const say = useMessages(frame)
  const router = useRouter()
  const retry = (
    <Button icon="refresh" onClick={() => void router.invalidate()}>
      {say.again}
    </Button>
  )
  return (
    <div className={style.room}>
      <Refusal error={error} action={retry} />
    </div>
  )
}

export function Missing() {
  const say = useMessages(frame)
  return (
    <div className={style.room}>
      <Notice title={say.missing} action={<Link to="/">{say.toQueue}</Link>}>
        {say.missingDetail}
      </Notice>
    </div>
  )
}
