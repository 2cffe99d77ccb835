import type { Act } from "./finding.ts";

type Acts = readonly Act[];

const R: Acts = ["fs.read"];
const W: Acts = ["fs.write"];
const RW: Acts = ["fs.read", "fs.write"];
const N: Acts = ["net"];
const X: Acts = ["exec"];
const E: Acts = ["env"];
const T: Acts = ["unanalysable"];

const words = (text: string): readonly string[] => text.split(" ");
const under = (module: string, names: string): readonly string[] =>
  words(names).map((name) => `${module}.${name}`);

let exact: ReadonlyMap<string, Acts> | undefined;

/** Dotted names of the standard library and of packages that scripts use much. */
function table(): ReadonlyMap<string, Acts> {
  exact ??= new Map([
    ...of(R, under("os", "listdir scandir walk stat lstat access readlink fwalk")),
    ...of(
      R,
      under(
        "os.path",
        "exists isfile isdir islink getsize getmtime getctime getatime samefile lexists realpath ismount",
      ),
    ),
    ...of(
      W,
      under(
        "os",
        "mkdir makedirs remove unlink rmdir removedirs rename renames replace chmod chown symlink link utime " +
          "truncate mkfifo write",
      ),
    ),
    ...of(RW, under("os", "open sendfile")),
    ...of(
      X,
      under(
        "os",
        "system popen execv execve execvp execvpe execl execle execlp spawnl spawnv spawnvp spawnlp spawnve " +
          "posix_spawn posix_spawnp fork forkpty startfile",
      ),
    ),
    ...of(E, under("os", "environ environb getenv getenvb putenv unsetenv")),
    ...of(R, under("glob", "glob iglob")),
    ...of(
      RW,
      under("shutil", "copy copy2 copyfile copytree copymode copystat move make_archive unpack_archive"),
    ),
    ...of(W, under("shutil", "rmtree chown")),
    ...of(R, under("shutil", "disk_usage")),
    ...of(
      W,
      under(
        "tempfile",
        "mkdtemp mkstemp NamedTemporaryFile TemporaryDirectory TemporaryFile SpooledTemporaryFile mktemp",
      ),
    ),
    ...of(X, under("subprocess", "run call check_call check_output Popen getoutput getstatusoutput")),
    ...of(X, under("asyncio", "create_subprocess_exec create_subprocess_shell")),
    ...of(N, under("asyncio", "open_connection start_server open_unix_connection")),
    ...of(
      X,
      words(
        "pty.spawn pexpect.spawn pexpect.run multiprocessing.Process multiprocessing.Pool " +
          "concurrent.futures.ProcessPoolExecutor webbrowser.open webbrowser.open_new webbrowser.open_new_tab " +
          "sh.bash",
      ),
    ),
    ...of(N, under("urllib.request", "urlopen urlretrieve Request build_opener install_opener")),
    ...of(W, words("urllib.request.urlretrieve_")),
    ...of(
      N,
      under(
        "socket",
        "socket create_connection gethostbyname getaddrinfo create_server gethostbyaddr getfqdn",
      ),
    ),
    ...of(
      T,
      words(
        "eval exec __import__ importlib.import_module importlib.__import__ " +
          "importlib.util.spec_from_file_location importlib.machinery.SourceFileLoader runpy.run_path " +
          "runpy.run_module",
      ),
    ),
    ...of(
      T,
      words(
        "pickle.load pickle.loads pickle.Unpickler marshal.load marshal.loads dill.load dill.loads " +
          "cloudpickle.load cloudpickle.loads joblib.load shelve.open ctypes.CDLL ctypes.WinDLL " +
          "ctypes.cdll.LoadLibrary ctypes.PyDLL builtins.eval builtins.exec builtins.__import__ types.CodeType " +
          "types.FunctionType code.interact yaml.unsafe_load pandas.read_pickle jsonpickle.decode",
      ),
    ),
    ...of(E, words("dotenv.load_dotenv dotenv.dotenv_values environ.Env decouple.config getpass.getuser")),
    ...of(
      R,
      words(
        "dotenv.load_dotenv_ linecache.getline linecache.getlines fileinput.input filecmp.cmp tomllib.load_ " +
          "configparser.ConfigParser().read mimetypes.init importlib.resources.read_text " +
          "importlib.resources.files",
      ),
    ),
    ...of(RW, words("sqlite3.connect duckdb.connect tinydb.TinyDB dbm.open lmdb.open aiosqlite.connect")),
    ...of(
      R,
      words(
        "PIL.Image.open cv2.imread cv2.VideoCapture numpy.load numpy.loadtxt numpy.genfromtxt numpy.fromfile " +
          "fitz.open_ pymupdf.open_ pdfplumber.open pypdf.PdfReader PyPDF2.PdfReader PyPDF2.PdfFileReader " +
          "openpyxl.load_workbook docx.Document pptx.Presentation pdf2image.convert_from_path imageio.imread " +
          "imageio.v2.imread imageio.v3.imread soundfile.read librosa.load markitdown.MarkItDown().convert " +
          "fitz.open pymupdf.open torch.load lxml.etree.parse xml.etree.ElementTree.parse " +
          "defusedxml.ElementTree.parse defusedxml.minidom.parse xml.dom.minidom.parse geopandas.read_file " +
          "polars.read_csv polars.read_parquet polars.scan_csv pyreadstat.read_sav whisper.load_audio " +
          "xlrd.open_workbook",
      ),
    ),
    ...of(
      R,
      under(
        "pandas",
        "read_csv read_excel read_parquet read_json read_table read_feather read_hdf ExcelFile read_xml read_fwf",
      ),
    ),
    ...of(
      W,
      words(
        "cv2.imwrite cv2.VideoWriter numpy.save numpy.savez numpy.savez_compressed numpy.savetxt " +
          "matplotlib.pyplot.savefig imageio.imwrite imageio.mimsave imageio.v2.imwrite imageio.v3.imwrite " +
          "imageio.get_writer soundfile.write torch.save pandas.ExcelWriter xlsxwriter.Workbook " +
          "reportlab.pdfgen.canvas.Canvas logging.FileHandler logging.handlers.RotatingFileHandler joblib.dump",
      ),
    ),
    ...of(
      X,
      words(
        "pytesseract.image_to_string pytesseract.image_to_data pdf2image.convert_from_path git.Repo " +
          "git.Repo.clone_from docker.from_env",
      ),
    ),
    ...of(
      N,
      words(
        "git.Repo.clone_from nltk.download datasets.load_dataset huggingface_hub.snapshot_download " +
          "huggingface_hub.hf_hub_download transformers.pipeline_ websocket.create_connection " +
          "websocket.WebSocketApp dns.resolver.resolve whois.whois feedparser.parse http.server.HTTPServer " +
          "socketserver.TCPServer http.server.ThreadingHTTPServer psycopg2.connect psycopg.connect " +
          "pymysql.connect mysql.connector.connect pymongo.MongoClient redis.Redis redis.StrictRedis " +
          "redis.from_url sqlalchemy.create_engine asyncpg.connect boto3.client boto3.resource boto3.Session " +
          "yfinance.download yfinance.Ticker yt_dlp.YoutubeDL webdriver.Chrome paramiko.SSHClient ftplib.FTP " +
          "ftplib.FTP_TLS telnetlib.Telnet poplib.POP3 imaplib.IMAP4 imaplib.IMAP4_SSL smtplib.SMTP " +
          "smtplib.SMTP_SSL praw.Reddit tweepy.Client telegram.Bot slack_sdk.WebClient " +
          "slack_sdk.webhook.WebhookClient uvicorn.run flask.Flask().run httplib2.Http pycurl.Curl " +
          "atlassian.Jira jira.JIRA github.Github gitlab.Gitlab notion_client.Client openai.OpenAI " +
          "openai.AsyncOpenAI openai.AzureOpenAI anthropic.Anthropic anthropic.AsyncAnthropic " +
          "anthropic.AnthropicBedrock google.genai.Client google.generativeai.configure " +
          "google.generativeai.GenerativeModel groq.Groq cohere.Client mistralai.Mistral replicate.run " +
          "elevenlabs.ElevenLabs stripe.Charge.create googleapiclient.discovery.build gspread.service_account " +
          "google.cloud.storage.Client azure.storage.blob.BlobServiceClient supabase.create_client " +
          "tavily.TavilyClient firecrawl.FirecrawlApp exa_py.Exa serpapi.GoogleSearch " +
          "youtube_transcript_api.YouTubeTranscriptApi arxiv.Search arxiv.Client mcp.client.sse.sse_client " +
          "mcp.client.streamable_http.streamablehttp_client",
      ),
    ),
    ...of(
      X,
      words(
        "mcp.client.stdio.stdio_client selenium.webdriver.Chrome selenium.webdriver.Firefox " +
          "playwright.sync_api.sync_playwright playwright.async_api.async_playwright",
      ),
    ),
  ]);
  return exact;
}

function of(acts: Acts, names: readonly string[]): readonly (readonly [string, Acts])[] {
  return names.map((name) => [name, acts]);
}

/** Packages all of whose calls go over the network. */
const netModules =
  /^(?:requests|httpx|aiohttp|urllib3|http\.client|websockets|websocket|smtplib|ftplib|imaplib|poplib|telnetlib|xmlrpc\.client|boto3|botocore|paramiko|tweepy|grpc|curl_cffi|cloudscraper|trafilatura\.fetch_url)\./;
/** Names in them that do nothing yet. */
const passive =
  /\.(?:exceptions\b.*|\w*(?:Error|Exception|Timeout|Warning)|Timeout|ClientTimeout|Limits|Auth|HTTPBasicAuth|HTTPAdapter|auth\.\w+|adapters\.\w+|codes\.?\w*|Response|Headers|URL|packages\..*|utils\..*|util\..*|disable_warnings|status_codes.*|FormData|Request|PreparedRequest|TCPConnector|status|HTTPStatus|config\.Config|AutoAddPolicy|BasicAuth)(?:\(\).*)?$/;
const browserModules = /^(?:playwright|selenium|pyppeteer)\./;
const pathMethods: Readonly<Record<string, Acts>> = {
  read_text: R,
  read_bytes: R,
  iterdir: R,
  rglob: R,
  is_file: R,
  is_dir: R,
  exists: R,
  stat: R,
  glob: R,
  samefile: R,
  is_symlink: R,
  readlink: R,
  resolve_: R,
  write_text: W,
  write_bytes: W,
  mkdir: W,
  rmdir: W,
  unlink: W,
  touch: W,
  rename: W,
  replace: W,
  chmod: W,
  symlink_to: W,
  hardlink_to: W,
};
/** Of these the name alone says that a path is meant. */
const tellingMethods = new Set(
  words("read_text read_bytes iterdir rglob is_file is_dir write_text write_bytes unlink symlink_to"),
);
const fileWriters = new Set(
  words(
    "to_csv to_excel to_parquet to_json_ to_feather to_pickle to_hdf savefig write_html_ write_image " +
      "to_file extractall",
  ),
);
const savers =
  /^(?:PIL|openpyxl|docx|pptx|matplotlib|fitz|pymupdf|qrcode|reportlab|pypdf|PyPDF2|xlwt|cairosvg|imageio)\b/;

/** The acts of a resolved name, as `requests.get` or `pathlib.Path().unlink`. */
export function actsOfName(name: string): Acts {
  const known = table().get(name);
  if (known !== undefined) return known;
  if (netModules.test(name)) return passive.test(name) ? [] : N;
  if (browserModules.test(name))
    return /\.(?:goto|get|launch|Chrome|Firefox)$/.test(name) ? ["net", "exec"] : [];
  const path = /^pathlib\.(?:Pure)?(?:Posix|Windows)?Path(?:\.cwd|\.home)?(?:\(\))?\.(\w+)$/.exec(name);
  return path === null ? [] : own(pathMethods, path[1] ?? "");
}

/** The acts of a method whose receiver is not known. */
export function actsOfMethod(method: string, modules: Iterable<string>): Acts {
  if (tellingMethods.has(method)) return own(pathMethods, method);
  if (fileWriters.has(method)) return method === "extractall" ? RW : W;
  if (method !== "save") return [];
  for (const module of modules) if (savers.test(module)) return W;
  return [];
}

function own(record: Readonly<Record<string, Acts>>, key: string): Acts {
  return Object.hasOwn(record, key) ? (record[key] ?? []) : [];
}

/** Functions that open a file in the mode that their second argument says. */
export const openers: ReadonlySet<string> = new Set(
  words(
    "open io.open codecs.open gzip.open bz2.open lzma.open aiofiles.open zipfile.ZipFile tarfile.open " +
      "builtins.open pathlib.Path().open os.fdopen h5py.File wave.open",
  ),
);

/** Functions whose first argument is a command. */
export const commandRunners: ReadonlySet<string> = new Set(
  words(
    "os.system os.popen subprocess.run subprocess.call subprocess.check_call subprocess.check_output " +
      "subprocess.Popen subprocess.getoutput subprocess.getstatusoutput asyncio.create_subprocess_shell " +
      "pexpect.run pexpect.spawn",
  ),
);

/** Names that do something although they are not called. */
export function isRead(name: string): boolean {
  return name === "os.environ" || name === "os.environb";
}
