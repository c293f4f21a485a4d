import { Button } from '@eclusa/ui/components/button.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useCommands } from '@eclusa/ui/layout/palette.tsx'
import { useState } from 'react'
import { actFor } from './go.ts'
import { actings } from './messages.ts'
import { acting } from './on-behalf-of.ts'
import style from './on-behalf-of-bar.module.css'
import { ActingDialog } from './on-behalf-of-dialog.tsx'

const SHORT = 8

/** The user the page acts for, shown on every page, so that a caller that acts for another user always sees it. */
export function ActingBar() {
  const say = useMessages(actings)
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
