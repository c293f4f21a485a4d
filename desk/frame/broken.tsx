import { Link, useRouter } from '@tanstack/react-router'
import { Button } from '../parts/button.tsx'
import { Notice, Refusal } from '../parts/notice.tsx'
import { useWords } from '../words/language.ts'
import style from './broken.module.css'
import { frame } from './words.ts'

/** Error page: why, and what to do. */
export function Broken({ error }: { error: unknown }) {
  const say = useWords(frame)
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
  const say = useWords(frame)
  return (
    <div className={style.room}>
      <Notice title={say.missing} action={<Link to="/">{say.toQueue}</Link>}>
        {say.missingDetail}
      </Notice>
    </div>
  )
}
