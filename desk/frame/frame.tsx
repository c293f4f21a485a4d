import { Outlet, useMatchRoute, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { connection } from '../contract/connection.ts'
import { useMay, useMe } from '../contract/queries.ts'
import { useKeys } from '../parts/keys.tsx'
import { Toasts } from '../parts/toast.tsx'
import { useLive } from '../queue/live.ts'
import { useWords } from '../words/language.ts'
import style from './frame.module.css'
import { KeyList } from './key-list.tsx'
import { Navigation } from './navigation.tsx'
import { pagesOf } from './pages.ts'
import { Palette } from './palette.tsx'
import { frame } from './words.ts'

/** What is around every page: where one can go, who one is, and what is said in passing. */
export function Frame() {
  const say = useWords(frame)
  const { roles } = useMe()
  const navigate = useNavigate()
  const isCase = useMatchRoute()({ to: '/cases/$kind/$id' }) !== false
  const lost = connection.use()
  const [open, setOpen] = useState<'keys' | 'palette' | undefined>()
  useLive(useMay('viewer', 'analyst', 'approver'))
  const jumps = pagesOf(roles).map(({ key, to }) => [`g ${key}`, () => void navigate({ to })] as const)
  useKeys({
    ...Object.fromEntries(jumps),
    '?': () => setOpen('keys'),
    'mod+k': () => setOpen('palette'),
  })
  return (
    <div className={style.frame} data-narrow={isCase || undefined}>
      <a className={style.skip} href="#content">
        {say.skip}
      </a>
      <Navigation openKeys={() => setOpen('keys')} openPalette={() => setOpen('palette')} />
      <div className={style.side}>
        {lost && (
          <p className={style.lost} role="status">
            {say.lost}
          </p>
        )}
        <main id="content" className={style.content} tabIndex={-1}>
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <KeyList open={open === 'keys'} onClose={() => setOpen(undefined)} />
      <Palette open={open === 'palette'} onClose={() => setOpen(undefined)} openKeys={() => setOpen('keys')} />
      <Toasts label={say.toasts} />
    </div>
  )
}
