/** Runs the verifier page without a browser: its scripts in a separate context. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createContext, runInContext } from 'node:vm';

export interface VerifierScripts {
  runVerifier(
    given: readonly string[],
    readBytes: (file: string) => Promise<Uint8Array>,
  ): Promise<{ code: number; said: string }>;
  wordsFor(names: readonly string[], savedHash?: string): string[] | null;
  filesIn(zip: Uint8Array): Promise<Map<string, Uint8Array>>;
  sha256Of(text: string): string;
}

/** Its functions, as a browser would define them. */
export function verifierPageScripts(): VerifierScripts {
  const page = readFileSync('public/track-record/verify.html', 'utf8');
  const [, script = ''] = /<script id="verifier">([\s\S]*?)<\/script>/.exec(page) ?? [];
  const globals = { TextEncoder, TextDecoder, DecompressionStream, Response, Blob, Intl, atob };
  const context = createContext(globals);
  runInContext(script, context);
  return runInContext('({ runVerifier, wordsFor, filesIn, sha256Of })', context) as VerifierScripts;
}

/** Runs it with command-line arguments. Returns the output of verify.mjs, and its exit code. */
export async function runVerifierPage(given: readonly string[]): Promise<{ code: number; said: string }> {
  const { code, said } = await verifierPageScripts().runVerifier(given, (file) => readFile(file));
  return { code, said };
}
