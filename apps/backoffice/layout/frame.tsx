import { connection } from '@eclusa/ui/api/connection.ts'
import { Toasts } from '@eclusa/ui/components/toast.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useCommanding } from '@eclusa/ui/layout/command-palette-provider.tsx'
import style from '@eclusa/ui/layout/frame.module.css'
import { frame } from '@eclusa/ui/layout/layout-messages.ts'
import { Outlet, useMatchRoute, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useMe } from '../api/queries.ts'
import { useLive } from '../queue/live.ts'
import { useDeskKeys } from './keyboard-shortcuts.ts'
import { Navigation } from './navigation.tsx'
import { pagesOf } from './pages.ts'

/** The layout of every page: navigation, the current person, and toasts. */
export function Frame() {
  const say = useMessages(frame)
  const { roles } = useMe()
  const navigate = useNavigate()
  const isCase = useMatchRoute()({ to: '/cases/$kind/$id' }) !== false
  const lost = connection.use()
  useLive()
  const places = pagesOf(roles).map(({ name, key, to }) => ({
    name: say.pages[name],
    icon: name,
    key,
    go: () => void navigate({ to }),
  }))
  const { openKeys, openPalette, dialogs } = useCommanding(places, useDeskKeys())
  return (
    <div className={style.frame} data-narrow={isCase || undefined}>
      <a className={style.skip} href="#content">
        {say.skip}
      </a>
      <Navigation openKeys={openKeys} openPalette={openPalette} />
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
      {dialogs}
      <Toasts label={say.toasts} />
    </div>
  )
}
