import { useState } from 'react'
import { useCommands } from '../../desk/frame/palette.tsx'
import { Button } from '../../desk/parts/button.tsx'
import { useWords } from '../../desk/words/language.ts'
import { acting } from './acting.ts'
import style from './acting-bar.module.css'
import { ActingDialog } from './acting-dialog.tsx'
import { actFor } from './go.ts'
import { actings } from './words.ts'

const SHORT = 8

/** The user the page acts for, shown on every page, so that a caller that acts for another user always sees it. */
export function ActingBar() {
  const say = useWords(actings)
  const [open, setOpen] = useState(false)
  const now = acting.now()
  useCommands([
    { name: say.choose, icon: 'person', run: () => setOpen(true) },
    ...(now ? [{ name: say.back, icon: 'left' as const, run: () => actFor(undefined) }] : []),
  ])
  return (
    <div className={`${style.bar} ${now ? style.other : ''}`} role="status">
      {now ? (
        <p title={`${now.user} ${now.product}`}>
          <strong>{say.other(now.user.slice(-SHORT))}</strong> {say.under(now.product.slice(-SHORT))}
        </p>
      ) : (
        <p>{say.self}</p>
      )}
      <span className={style.end}>
        {now && (
          <Button icon="left" onClick={() => actFor(undefined)}>
            {say.back}
          </Button>
        )}
        <Button look="quiet" icon="person" onClick={() => setOpen(true)}>
          {say.choose}
        </Button>
      </span>
      <ActingDialog open={open} onClose={() => setOpen(false)} />
    </div>
  )
}
