import { Button } from '@eclusa/ui/components/button.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useEffect, useRef } from 'react'
import style from './list-end.module.css'
import { queue } from './messages.ts'

interface ListEndProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  count: number
}

/** The end of the loaded rows: scrolling near it, or the button, loads more. */
export function ListEnd({ list, count }: ListEndProps) {
  const say = useMessages(queue)
  const { number } = useFormats()
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  useEffect(() => {
    if (!hasNextPage || isFetchingNextPage) return
    const near = new IntersectionObserver(([seen]) => seen?.isIntersecting && void fetchNextPage(), {
      rootMargin: '400px',
    })
    near.observe(end.current!)
    return () => near.disconnect()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  if (count === 0) return null
  return (
    <div ref={end} className={style.end}>
      {hasNextPage ? (
        <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {say.more}
        </Button>
      ) : (
        say.end(say.rows(count).replace(String(count), number(count)))
      )}
    </div>
  )
}
