"""A PostgreSQL of one's own: in a temporary folder, on a socket there and on no port, gone at the end.

    with postgres.Server() as server:      # Missing: there is no PostgreSQL here, or nobody to run it as
        server.url()                       # for whoever owns the database
        server.url("worker")               # for a role that may do what workers may
        server.restart()                   # or "immediate": as if it had crashed

    postgres.py PROGRAM ARGUMENTS...       runs it with the addresses in FIVEPROOF_TEST_QUEUE and FIVEPROOF_TEST_WORKER;
                                           77: there is no PostgreSQL

PostgreSQL refuses to run as root, so root becomes `postgres` or `nobody` for it.
"""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
SETTINGS = """
listen_addresses = ''
unix_socket_permissions = 0777
max_connections = 500
shared_buffers = 64MB
fsync = on
"""


class Missing(Exception):
    pass


def programs():
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not found:
        raise Missing("skipped, there is no PostgreSQL here (scripts/setup --queue)")
    return found[-1].parent


def user():
    """Whom to run it as; None: as we are."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise Missing("skipped, there is nobody to run PostgreSQL as (scripts/setup --queue)")


class Server:
    def __init__(self, settings=""):
        self.bin, self.user = programs(), user()
        self.folder = Path(tempfile.mkdtemp(prefix="fpq-"))  # a path of a socket must be short
        try:
            if self.user:
                os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
            self.folder.chmod(0o711)
            self.data = self.folder / "data"
            self._run("initdb", "-D", self.data, "-U", "owner", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
            with open(self.data / "postgresql.conf", "a", encoding="ascii") as conf:
                conf.write(SETTINGS + f"unix_socket_directories = '{self.folder}'\n" + settings)
            self.start()
            self.sql("CREATE ROLE fiveproof_worker LOGIN", "CREATE DATABASE game OWNER owner", database="postgres")
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _run(self, program, *arguments, check=True):
        who = dict(user=self.user.pw_uid, group=self.user.pw_gid, extra_groups=[]) if self.user else {}
        done = subprocess.run([str(self.bin / program), *map(str, arguments)], cwd=self.folder, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                              env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"}, timeout=120, **who)
        if check and done.returncode != 0:
            log = self.folder / "log"
            raise RuntimeError(f"{program}: {done.stdout}\n{log.read_text() if log.exists() else ''}")
        return done.stdout

    def start(self):
        self._run("pg_ctl", "-D", self.data, "-l", self.folder / "log", "-w", "-s", "start")

    def stop(self, mode="fast", check=True):
        self._run("pg_ctl", "-D", self.data, "-m", mode, "-w", "-s", "stop", check=check)

    def restart(self, mode="fast"):
        self.stop(mode)
        self.start()

    def close(self):
        if (self.folder / "data" / "postmaster.pid").exists():
            self.stop("immediate", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, role="owner", database="game"):
        role = "fiveproof_worker" if role == "worker" else role
        return f"postgresql://{role}@/{database}?host={self.folder}"

    def sql(self, *statements, role="owner", database="game"):
        """The rows of the last statement, one a line, columns separated by |."""
        commands = [word for statement in statements for word in ("-c", statement)]
        done = subprocess.run([str(self.bin / "psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", *commands,
                               self.url(role, database)], text=True, capture_output=True, check=False, timeout=120)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip())
        return done.stdout.strip()


def main(command):
    try:
        with Server() as server:
            environment = dict(os.environ, FIVEPROOF_TEST_QUEUE=server.url(), FIVEPROOF_TEST_WORKER=server.url("worker"))
            return subprocess.run(command, env=environment, check=False).returncode
    except Missing as why:
        print(why)
        return SKIPPED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
