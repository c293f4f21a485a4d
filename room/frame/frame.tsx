import { Outlet, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { connection } from '../../desk/contract/connection.ts'
import { useCommanding } from '../../desk/frame/commanding.tsx'
import style from '../../desk/frame/frame.module.css'
import { frame } from '../../desk/frame/words.ts'
import { Toasts } from '../../desk/parts/toast.tsx'
import { useWords } from '../../desk/words/language.ts'
import { ActingBar } from '../acting/acting-bar.tsx'
import { Navigation } from './navigation.tsx'
import { pages } from './pages.ts'
import { room } from './words.ts'

/** The layout of the portal's pages, shared with the desk. */
export function Frame() {
  const { skip, toasts } = useWords(frame)
  const say = useWords(room)
  const navigate = useNavigate()
  const lost = connection.use()
  const places = pages.map(({ name, key, to }) => ({
    name: say.pages[name],
    icon: name,
    key,
    go: () => void navigate({ to }),
  }))
  const { openKeys, openPalette, dialogs } = useCommanding(places, [])
  return (
    <div className={style.frame}>
      <a className={style.skip} href="#content">
        {skip}
      </a>
      <Navigation openKeys={openKeys} openPalette={openPalette} />
      <div className={style.side}>
        <ActingBar />
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
      {dialogs}
      <Toasts label={toasts} />
    </div>
  )
}
