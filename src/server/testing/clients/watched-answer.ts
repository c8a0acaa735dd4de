import { until } from '~/server/testing/until';
import { type ApiUser, apiClient, openSocket, question, watchOver } from './api-client';

/** Sends a message and follows its conversation on a socket, until the answer has reached `text`. */
export async function watchedAnswer({ url, port }: { url: string; port: number }, { cookie }: ApiUser, text: string) {
  const { assistantMessage } = await apiClient(url, cookie).messages.send.mutate(question());
  const { id: messageId, conversationId } = assistantMessage;
  const socket = openSocket({ port, cookie });
  const watch = watchOver(socket, conversationId);
  await until(() => watch.text(messageId) === text, 'the first part of the answer has arrived');
  return {
    messageId,
    conversationId,
    socket,
    watch,
    async leave() {
      watch.stop();
      await socket.close();
    },
  };
}
