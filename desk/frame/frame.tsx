import { Outlet, useMatchRoute, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { connection } from '../contract/connection.ts'
import { useMe } from '../contract/queries.ts'
import { Toasts } from '../parts/toast.tsx'
import { useLive } from '../queue/live.ts'
import { useWords } from '../words/language.ts'
import { useCommanding } from './commanding.tsx'
import { useDeskKeys } from './desk-keys.ts'
import style from './frame.module.css'
import { Navigation } from './navigation.tsx'
import { pagesOf } from './pages.ts'
import { frame } from './words.ts'

/** The layout of every page: navigation, the current person, and toasts. */
export function Frame() {
  const say = useWords(frame)
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
