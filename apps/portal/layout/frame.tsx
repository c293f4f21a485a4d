import { connection } from '@eclusa/ui/api/connection.ts'
import { Toasts } from '@eclusa/ui/components/toast.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useCommanding } from '@eclusa/ui/layout/command-palette-provider.tsx'
import style from '@eclusa/ui/layout/frame.module.css'
import { frame } from '@eclusa/ui/layout/layout-messages.ts'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ActingBar } from '../on-behalf-of/on-behalf-of-bar.tsx'
import { room } from './messages.ts'
import { Navigation } from './navigation.tsx'
import { pages } from './pages.ts'

/** The layout of the portal's pages, shared with the desk. */
export function Frame() {
  const { skip, toasts } = useMessages(frame)
  const say = useMessages(room)
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
