/**
 * Storage that survives a reload: the video that is being sent. It is stored under a hash of the address, for a day at most,
 * and deleted as soon as it has arrived. A browser that stores nothing only cannot resume after a reload.
 */
const STORE = 'uploads'
const KEPT_MS = 24 * 60 * 60 * 1000
/** Some browsers never respond. The page then continues as if there were no storage. */
const ANSWER_MS = 5_000

export async function remember(upload) {
  await change('readwrite', (store) => store.put({ ...upload, kept_at: Date.now() }, 'video' + upload.key)).catch(
    () => {},
  )
}

export async function recall(key) {
  const kept = await change('readonly', (store) => store.get('video' + key)).catch(() => undefined)
  if (!kept) return undefined
  if (kept.kept_at > Date.now() - KEPT_MS) return kept
  await forget(key)
  return undefined
}

export async function forget(key) {
  await change('readwrite', (store) => store.delete('video' + key)).catch(() => {})
}

function change(mode, work) {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('this browser does not remember')), ANSWER_MS)
    const opening = indexedDB.open('liveness', 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE))
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const database = opening.result
      try {
        const transaction = database.transaction(STORE, mode)
        const asked = work(transaction.objectStore(STORE))
        transaction.addEventListener('complete', () => resolve(asked.result))
        transaction.addEventListener('abort', () => reject(transaction.error))
      } catch (error) {
        reject(error)
      } finally {
        // It closes once the transaction is over.
        database.close()
      }
    })
  })
}
